import { Type } from '@sinclair/typebox';
import { toIso } from '../../twin/index.ts';
import type { Delivery, WebHook } from '../web-hooks.ts';
import { Cid, Content, Nullable, Timestamp } from './values.ts';

/** A webhook as administrators see it. */
export const WebHookRecord = Type.Object({
  id: Type.Integer(),
  created: Timestamp,
  lastUpdate: Timestamp,
  type: Type.Literal('component'),
  url: Type.String({ description: 'Address that is called' }),
  enabled: Type.Boolean({ description: 'Whether it fires' }),
  cid: Cid,
  property: Type.String({ description: 'Property that is watched' }),
});

export const webHookRecord = ({ id, created, lastUpdate, type, url, enabled, cid, property }: WebHook) => ({
  id,
  created: toIso(created),
  lastUpdate: toIso(lastUpdate),
  type,
  url,
  enabled,
  cid,
  property,
});

/** What became of one call of a webhook. */
export const DeliveryRecord = Type.Object({
  time: Timestamp,
  status: Nullable(Type.Integer({ description: 'Of the answer, whatever it says; null if there was none' })),
  reason: Nullable(
    Type.String({
      description: 'Why it failed, such as connection refused, no answer within 5 s, dropped or given up',
    }),
  ),
  duration: Type.Integer({ description: 'Real milliseconds' }),
  content: Nullable(Content),
});

export const deliveryRecord = ({ time, status, reason, duration, content }: Delivery) => ({
  time: toIso(time),
  status,
  reason,
  duration,
  content,
});
