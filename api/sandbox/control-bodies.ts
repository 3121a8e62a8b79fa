import { PROVOCATIONS, type Provocation, type Reading, type ReportOrder } from './client-report/report-order.ts';
import { type ClockCommand, type HandReport, SandboxRefusal } from './sandbox-control.ts';

/** Reads the body of a clock command. */
export const readClockCommand = (body: unknown): ClockCommand => {
  const fields = fieldsOf(body, ['advance', 'advanceTo', 'speed']);
  const [name, ...others] = Object.keys(fields);
  if (name === undefined || others.length > 0) {
    throw new SandboxRefusal('Give exactly one of advance (seconds), advanceTo (ISO 8601) and speed.');
  }
  switch (name) {
    case 'advance':
      return { advance: notNegative('advance', fields[name], 'a number of seconds, 0 or more') };
    case 'speed':
      return { speed: notNegative('speed', fields[name], 'virtual seconds per real second, 0 or more') };
    default:
      return { advanceTo: instant('advanceTo', fields[name]) };
  }
};

/** Reads what a device is to report. */
export const readHandReport = (body: unknown): HandReport => {
  const { cid, property, content } = fieldsOf(body, ['cid', 'property', 'content']);
  if (typeof content !== 'string' && !Number.isFinite(content)) {
    throw new SandboxRefusal('content must be the raw value of the device: a number or a text.');
  }
  return { cid: text('cid', cid), property: text('property', property), content: content as number | string };
};

/** Reads how to begin anew. */
export const readReset = (body: unknown): { readonly scenario?: string; readonly seed?: number } => {
  const { scenario, seed } = fieldsOf(body, ['scenario', 'seed']);
  if (seed !== undefined && !Number.isSafeInteger(seed)) throw new SandboxRefusal('seed must be a whole number.');
  return {
    ...(scenario === undefined ? {} : { scenario: text('scenario', scenario) }),
    ...(typeof seed === 'number' ? { seed } : {}),
  };
};

/** Reads what a report of clients is asked for. */
export const readReportOrder = (body: unknown): ReportOrder => {
  const { user, begin, provoke, read } = fieldsOf(body, ['user', 'begin', 'provoke', 'read']);
  if (begin !== undefined && begin !== true) throw new SandboxRefusal('begin can only be true.');
  if (provoke !== undefined && !PROVOCATIONS.includes(provoke as Provocation)) {
    throw new SandboxRefusal(`provoke must be one of ${PROVOCATIONS.join(', ')}.`);
  }
  return {
    ...(user === undefined ? {} : { user: text('user', user) }),
    ...(begin === undefined ? {} : { begin }),
    ...(provoke === undefined ? {} : { provoke: provoke as Provocation }),
    ...(read === undefined ? {} : { read: readings(read) }),
  };
};

const readings = (read: unknown): readonly Reading[] => {
  if (!Array.isArray(read) || read.length > MOST_READINGS) {
    throw new SandboxRefusal(`read must be a list of at most ${MOST_READINGS} readings.`);
  }
  return read.map((reading: unknown, index) => {
    const { cid, property, ...told } = fieldsOf(reading, ['cid', 'property', 'value', 'content', 'lastUpdate']);
    if (Object.keys(told).length === 0) {
      throw new SandboxRefusal(`read[${index}] must tell a value, a content or a lastUpdate.`);
    }
    return { cid: text('cid', cid), property: text('property', property), told };
  });
};

/** As many properties as a screen shows. */
const MOST_READINGS = 100;

type Fields = { readonly [name: string]: unknown };

const fieldsOf = (sent: unknown, known: readonly string[]): Fields => {
  const body = sent === undefined ? {} : sent;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new SandboxRefusal('The body must be a JSON object.');
  }
  const unknown = Object.keys(body).find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new SandboxRefusal(`${quoted(unknown)} is not a field here; there are ${known.join(', ')}.`);
  }
  return body as Fields;
};

const text = (name: string, value: unknown): string => {
  if (typeof value !== 'string' || value === '') throw new SandboxRefusal(`${name} must be a text.`);
  return value;
};

const notNegative = (name: string, value: unknown, meaning: string): number => {
  if (typeof value !== 'number' || !(value >= 0 && value < Number.POSITIVE_INFINITY))
    throw new SandboxRefusal(`${name} must be ${meaning}.`);
  return value;
};

const instant = (name: string, value: unknown): string => {
  const parsed = typeof value === 'string' && ISO.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(parsed)) {
    throw new SandboxRefusal(`${name} must be an instant in ISO 8601 with its zone, such as 2027-01-01T00:00:00Z.`);
  }
  return new Date(parsed).toISOString();
};

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/;

const quoted = (name: string): string => JSON.stringify(name.length > 40 ? `${name.slice(0, 40)}…` : name);
