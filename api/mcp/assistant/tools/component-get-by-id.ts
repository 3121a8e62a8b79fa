import { Type } from '@sinclair/typebox';
import { nearest } from '../names.ts';
import { unknown } from '../references.ts';
import { Records, strict } from '../told.ts';
import { defineTool } from '../tool.ts';
import { wholeComponent } from '../whole-component.ts';

export const componentGetById = defineTool({
  name: 'component_get_by_id',
  means:
    'One component by its cid with all that is known of it: each property with value, raw content, lastUpdate, age, unit, range, and whether it can be set.',
  effect: 'reads',
  input: strict({ cid: Type.String({ description: 'such as C7' }) }),
  output: strict({
    cid: Type.String(),
    name: Type.String(),
    category: Type.String(),
    type: Type.String(),
    rooms: Records,
    data: Records,
  }),
  run: async ({ house }, { cid }) => {
    const catalogue = await house.catalogue();
    const component = catalogue.components.get(cid);
    if (component === undefined) {
      const names = [...catalogue.components.values()].map((one) => `${one.name} (${one.cid})`);
      throw unknown('component', cid, nearest(cid, names), 'cid');
    }
    return wholeComponent(house, catalogue, component);
  },
});
