import manifest from './package.json' with { type: 'json' };

/** Of the bridge. */
export const VERSION: string = manifest.version;
