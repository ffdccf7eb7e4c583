/** A person's name as staff read it; one who was forgotten has none. */
export const personName = (name: string): string => name.trim() || 'Forgotten person';
