import about from './package.json' with { type: 'json' };

/** The version of the suite. */
export const SUITE_VERSION: string = about.version;
