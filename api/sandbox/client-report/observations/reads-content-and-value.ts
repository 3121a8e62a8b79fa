import { toIso } from '../../../../twin/index.ts';
import { type Finding, finding, type Observation } from '../observation.ts';
import type { Sight } from '../sight.ts';

/** Specification, "Data entry": `content` is what the device reported, `value` what it means; commands name values. */
export const readsContentAndValue: Observation = {
  id: 'reads-content-and-value',
  means: 'It takes `value` for the meaning and `content` for what the device reported, and commands values.',
  how: 'Let it command something; and tell what it has read, `{"read": [{"cid": "C1", "property": "state", "value": true, "content": 1}]}`, while time stands still.',
  find: (sights) => sights.flatMap((sight) => judge(sight) ?? []),
};

const judge = (sight: Sight): Finding | undefined => {
  if (sight.kind === 'read') {
    const { cid, property, told, is } = sight.claim;
    const wrong = Object.keys(told).filter((field) => JSON.stringify(told[field]) !== JSON.stringify(is[field]));
    const [field] = wrong;
    const what =
      field === undefined
        ? `It read ${cid} ${property} as it is: ${JSON.stringify(is)}.`
        : `It read ${JSON.stringify(told[field])} as the ${field} of ${cid} ${property}, which is ${JSON.stringify(is[field])}.`;
    return { good: field === undefined, at: toIso(sight.at), client: 'as it says itself', what };
  }
  if (sight.kind !== 'answered' || sight.call.command === undefined) return undefined;
  const { code, command } = sight.call;
  if (code === null) return finding(true, sight.at, sight.client, `It commanded ${command}.`);
  if (code !== 106) return undefined;
  return finding(false, sight.at, sight.client, `It commanded ${command}, which is no value of the property (106).`);
};
