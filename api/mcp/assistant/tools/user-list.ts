import { PageInput, PageOutput, pageOf, Records, strict } from '../told.ts';
import { defineTool } from '../tool.ts';

export const userList = defineTool({
  name: 'user_list',
  means:
    'Users with group, permissions for rooms (Off, View only, Full) and scenes (Off, Full) by id, * for all others. Users can only be read here.',
  effect: 'reads',
  input: strict(PageInput),
  output: strict({ users: Records, ...PageOutput }),
  run: async ({ house }, paging) => {
    const page = pageOf(await house.ask<readonly object[]>('getUsers'), paging);
    return { users: [...page.items], total: page.total, leftOut: page.leftOut };
  },
});
