import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from '@sinclair/typebox';
import { readTexts } from './text-values.ts';

test('a text of a form is a number where a number is asked for, and stays a text where one would do', () => {
  const schema = Type.Object({
    plain: Type.Integer(),
    orNone: Type.Union([Type.Integer(), Type.Null()]),
    orText: Type.Union([Type.Number(), Type.String()]),
    text: Type.String(),
  });
  assert.deepEqual(readTexts(schema, { plain: '7', orNone: '7', orText: '7', text: '7', unknown: '7' }), {
    ...{ plain: 7, orNone: 7, orText: '7', text: '7', unknown: '7' },
  });
  assert.deepEqual(readTexts(schema, { plain: '0x7', orNone: '' }), { plain: '0x7', orNone: '' });
});
