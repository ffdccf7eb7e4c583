import { LOGO_BYTES, LOGO_SIDE, PAPER_BYTES, PAPER_TYPES, PICTURE_TYPES } from '../account-files.ts';
import { Me } from '../accounts.ts';
import { operations, UNDECIDED, WRITE } from '../operation.ts';
import { strictObject } from '../schema.ts';

const ANY_BYTES = 'application/octet-stream';

/** Each operation states its own answer: the schema of a spread one would end up in the browser's bundle. */
const UPLOAD = {
  ...WRITE,
  method: 'post',
  parameters: [
    { name: 'file-name', in: 'header', description: 'What the file is called, percent-encoded.' },
    { name: 'x-command-id', in: 'header', description: 'The same id again answers the same.' },
  ],
  errors: ['unfit-file', 'rate-limited', 'busy', ...UNDECIDED],
} as const;

const PAPER = { ...UPLOAD, file: [ANY_BYTES, ...PAPER_TYPES], bodyBytes: PAPER_BYTES } as const;

const PAPER_IS = `A PDF, PNG or JPEG file of at most ${PAPER_BYTES / 1024 / 1024} MB; it is recognised by its bytes, regardless of its name. It replaces the one before.`;

/** The files of a person: logo, licence and insurance policy. */
export const accountFileOperations = operations({
  uploadLogo: {
    ...UPLOAD,
    path: '/api/v1/users/me/logo',
    summary: 'Upload my logo',
    more: `A PNG or JPEG picture of at most ${LOGO_BYTES / 1024 / 1024} MB; it is recognised by its bytes, regardless of its name. It is kept with at most ${LOGO_SIDE} pixels a side, without the camera’s metadata. It replaces the one before.`,
    file: [ANY_BYTES, ...PICTURE_TYPES],
    bodyBytes: LOGO_BYTES,
    answer: strictObject({ user: Me }),
  },
  uploadLicense: {
    ...PAPER,
    path: '/api/v1/users/me/license-file',
    summary: 'Upload my licence',
    more: PAPER_IS,
    answer: strictObject({ user: Me }),
  },
  uploadPolicy: {
    ...PAPER,
    path: '/api/v1/users/me/policy-file',
    summary: 'Upload my insurance policy',
    more: PAPER_IS,
    answer: strictObject({ user: Me }),
  },
  ownFile: {
    side: 'command-api',
    method: 'get',
    path: '/api/v1/users/me/files/{kind}/{file}',
    summary: 'One of my account’s files',
    more: '`kind` is `logo`, `licenseFile` or `policyFile`; the address is in `users/me`.',
    who: 'signed-in',
    download: PAPER_TYPES,
    errors: ['not-found', 'damaged-file', 'unavailable'],
  },
});
