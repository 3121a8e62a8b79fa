import { Type } from '@sinclair/typebox';
import { defineCall } from '../call.ts';

export const init = defineCall({
  name: 'init',
  means:
    'Makes a Socket.io connection ready: from now on onComponentUpdate is sent, and error texts are in this language. Over HTTP it has no effect.',
  who: 'everyone',
  effect: 'read',
  input: Type.Object({
    language: Type.Optional(Type.String({ description: 'Language of error texts, such as en or de' })),
    appName: Type.Optional(Type.String({ description: 'Name of the client' })),
    configuration: Type.Optional(
      Type.Boolean({ description: 'Administrators: from now on onConfigurationUpdate is sent as well' }),
    ),
  }),
  output: Type.Literal(true),
  errors: [106],
  run: () => true as const,
});
