/** Texts that the specification or an accepted agreement fixes word for word. They keep words that others avoid. */
export const FIXED_TEXTS: readonly string[] = [
  // [S502] [S503]
  'Can not upload selected document(s)',
  'Can not upload selected media',
  // The terms that people have accepted. A new version may say cannot.
  'whose details can not be confirmed',
  'It can not be taken back once it is placed',
  'Tell us about a dispute within 2 working days',
  // [A810]
  'Who it is disclosed to',
];
