import type { jsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/types.js';

/** Whoever passes on does not judge: schemas are for the two ends. */
export const noSchemas: jsonSchemaValidator = {
  getValidator: () => () => {
    throw new Error('the bridge checks no schemas');
  },
};
