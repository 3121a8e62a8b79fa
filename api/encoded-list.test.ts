import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type EncodedList, encodeList } from './encoded-list.ts';

test('whatever changes in a list, its bytes are those of the whole list written anew', () => {
  const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 20 }), fc.constantFrom('°', '“', ',', '[]', '"'));
  const element = fc.integer({ min: 0, max: 9 });
  const changes = fc.array(fc.array(fc.tuple(element, text), { maxLength: 10 }), { maxLength: 8 });
  fc.assert(
    fc.property(fc.array(text, { maxLength: 10 }), changes, (texts, rounds) => {
      const elements = texts.map((value) => ({ value, revision: 0 }));
      const written: string[] = [];
      const write = ({ value }: { readonly value: string }) => {
        written.push(value);
        return JSON.stringify(value);
      };
      let list: EncodedList | undefined;
      for (const round of [[], ...rounds]) {
        const touched = new Set<number>();
        for (const [index, value] of round) {
          const changed = elements[index];
          if (!changed) continue;
          Object.assign(changed, { value, revision: changed.revision + 1 });
          touched.add(index);
        }
        const before = list;
        const bytes = before && Buffer.from(before.json);
        written.length = 0;
        list = encodeList(elements, write, before);
        assert.equal(list.json.toString(), JSON.stringify(elements.map(({ value }) => value)));
        if (!before) continue;
        assert.equal(written.length, touched.size, 'only what changed is written');
        assert.equal(list === before, touched.size === 0);
        assert.deepEqual(before.json, bytes, 'what was given away stays as it was');
      }
    }),
    { numRuns: 500 },
  );
});
