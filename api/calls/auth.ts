import { Type } from '@sinclair/typebox';
import { defineCall } from '../call.ts';

export const auth = defineCall({
  name: 'auth',
  means:
    'Logs in and opens a session. Over HTTP user name and password are the headers auth-username and auth-password, and auth-persistent: true asks for a session of two years; over Socket.io they are the parameters.',
  who: 'anybody',
  effect: 'write',
  session: 'begins',
  input: Type.Object({ username: Type.Optional(Type.String()), password: Type.Optional(Type.String()) }),
  output: Type.Object({
    sessionID: Type.Union([Type.String(), Type.Null()], {
      description: 'To be sent later as x-service-sid; null for a Socket.io client without cookies',
    }),
    userID: Type.Integer(),
  }),
  errors: [106, 109, 110, 122, 137],
  run: ({ caller }) => ({ sessionID: caller.sessionID, userID: caller.user.id }),
});
