export const KNOWN_FAULTS = `
`;
