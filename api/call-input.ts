import type { CallDefinition } from './call.ts';
import type { CallRequest } from './gate.ts';
import { readTexts } from './text-values.ts';

/** The parameters of a call as its schema judges them. None at all are the same as an empty record. */
export const callInput = (definition: CallDefinition, request: Pick<CallRequest, 'input' | 'texts'>): unknown => {
  const input = request.input ?? {};
  return request.texts && isRecord(input) ? readTexts(definition.input, input) : input;
};

const isRecord = (input: unknown): input is object =>
  typeof input === 'object' && input !== null && !Array.isArray(input);
