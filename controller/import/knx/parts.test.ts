import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { left, named, proposed, type Rows, shown } from '../../../property-tests/proposed-knx.ts';

describe('what names and types say', () => {
  const cases: readonly (readonly [string, Rows, readonly object[], Readonly<Record<string, string>>?])[] = [
    [
      'a blind with slats',
      [
        ['Süd auf/ab', 'DPST-1-8'],
        ['Süd Stopp', 'DPST-1-7'],
        ['Süd Position', 'DPST-5-1'],
        ['Süd Position Status', 'DPST-5-1'],
        ['Süd Lamelle', 'DPST-5-1'],
      ],
      [
        {
          type: 'blind',
          name: 'Süd',
          points: {
            position: { write: '1/0/2', status: '1/0/3', dpt: '5.001' },
            stop: { write: '1/0/1', dpt: '1.007' },
            angle: { write: '1/0/4', dpt: '5.001', span: [0, 90] },
          },
        },
      ],
      { '1/0/0 Süd auf/ab': 'is not needed: the position is commanded through 1/0/2' },
    ],
    [
      'a percentage beside a switch is a brightness',
      [
        ['Bar', 'DPST-1-1'],
        ['Bar Prozent', 'DPST-5-1'],
      ],
      [
        {
          type: 'dimmer',
          name: 'Bar',
          points: { state: { write: '1/0/0', dpt: '1.001' }, brightness: { write: '1/0/1', dpt: '5.001' } },
        },
      ],
    ],
    [
      'a socket that meters',
      [
        ['Steckdose Bad', 'DPST-1-1'],
        ['Steckdose Bad Leistung', 'DPST-14-56'],
        ['Steckdose Bad Energie', 'DPST-13-13'],
      ],
      [
        {
          type: 'socket',
          name: 'Steckdose Bad',
          points: {
            state: { write: '1/0/0', dpt: '1.001' },
            power: { status: '1/0/1', dpt: '14.056' },
            energy: { status: '1/0/2', dpt: '13.013' },
          },
        },
      ],
    ],
    [
      'a color lamp',
      [
        ['Bar Ein/Aus', 'DPST-1-1'],
        ['Bar Wert', 'DPST-5-1'],
        ['Bar RGB', 'DPST-232-600'],
        ['Bar Farbtemperatur', 'DPST-7-600'],
      ],
      [
        {
          type: 'color-light',
          name: 'Bar',
          points: {
            state: { write: '1/0/0', dpt: '1.001' },
            brightness: { write: '1/0/1', dpt: '5.001' },
            color: { write: '1/0/2', dpt: '232.600' },
            colorTemperature: { write: '1/0/3', dpt: '7.600' },
          },
        },
      ],
    ],
    [
      'sensors',
      [
        ['Dach Wind', 'DPST-9-5'],
        ['Dach Regen', 'DPST-1-5'],
        ['Dach Temperatur', 'DPST-9-1'],
        ['Flur Bewegung', 'DPST-1-1'],
        ['Flur Lux', 'DPST-9-4'],
        ['Haustür Kontakt', 'DPST-1-19'],
        ['Rauchmelder Küche', 'DPST-1-5'],
        ['Büro CO2', 'DPST-9-8'],
        ['Büro Feuchte', 'DPST-9-7'],
        ['Fenster Bad Kontakt', 'DPST-1-9'],
      ],
      [
        {
          type: 'weather-station',
          name: 'Dach',
          points: {
            windSpeed: { status: '1/0/0', dpt: '9.005' },
            rain: { status: '1/0/1', dpt: '1.005' },
            temperature: { status: '1/0/2', dpt: '9.001' },
          },
        },
        {
          type: 'motion-sensor',
          name: 'Flur',
          points: { motion: { status: '1/0/3', dpt: '1.001' }, illuminance: { status: '1/0/4', dpt: '9.004' } },
        },
        { type: 'door-contact', name: 'Haustür Kontakt', points: { open: { status: '1/0/5', dpt: '1.019' } } },
        { type: 'smoke-detector', name: 'Rauchmelder Küche', points: { smoke: { status: '1/0/6', dpt: '1.005' } } },
        { type: 'humidity-sensor', name: 'Büro', points: { humidity: { status: '1/0/8', dpt: '9.007' } } },
        { type: 'air-quality-sensor', name: 'Büro', points: { co2: { status: '1/0/7', dpt: '9.008' } } },
        {
          type: 'window-contact',
          name: 'Fenster Bad Kontakt',
          points: { open: { status: '1/0/9', dpt: '1.009', invert: true } },
        },
      ],
    ],
    [
      'a status of the type of the command, or of one that tells the same',
      [
        ['Hof schalten', 'DPST-1-1'],
        ['Hof Status', 'DPST-1-11'],
        ['Tor fahren', 'DPST-1-8'],
        ['Tor Position Status', 'DPST-5-1'],
        ['Bad fahren', 'DPST-1-8'],
        ['Bad Position Status', 'DPST-5-1'],
        ['Bad auf/ab Status', 'DPST-1-8'],
      ],
      [
        { type: 'switch', name: 'Hof', points: { state: { write: '1/0/0', status: '1/0/1', dpt: '1.001' } } },
        {
          type: 'shutter',
          name: 'Tor',
          points: { position: { write: '1/0/2', status: '1/0/3', dpt: '1.008', statusDpt: '5.001' } },
        },
        { type: 'shutter', name: 'Bad', points: { position: { write: '1/0/4', status: '1/0/6', dpt: '1.008' } } },
      ],
      {
        '1/0/5 Bad Position Status':
          'has the type 5.001, and what it belongs to is told in 1.008; a point has one type for that',
      },
    ],
    [
      'a shutter of what goes both ways, and no other of a word that only begins like that',
      [
        ['Süd Up/Down', 'DPST-1-1'],
        ['West auf/ab', 'DPT-1'],
        ['Aufenthalt Licht', 'DPT-1'],
        ['Upper floor light', 'DPT-1'],
        ['Balkon POS', 'DPST-5-1'],
        ['Balkon Stop', 'DPST-1-17'],
        ['Nord POS', 'DPST-5-1'],
        ['Nord Stop', 'DPST-1-10'],
        ['Außensteckdose', 'DPST-1-1'],
        ['Ost Bewegen', 'DPT-1'],
        ['Ost Lamellenstellung', 'DPST-5-3'],
      ],
      [
        { type: 'shutter', name: 'Süd', points: { position: { write: '1/0/0', dpt: '1.008' } } },
        { type: 'shutter', name: 'West', points: { position: { write: '1/0/1', dpt: '1.008' } } },
        { type: 'switch', name: 'Aufenthalt Licht', points: { state: { write: '1/0/2', dpt: '1.001' } } },
        { type: 'switch', name: 'Upper floor light', points: { state: { write: '1/0/3', dpt: '1.001' } } },
        {
          type: 'shutter',
          name: 'Balkon',
          points: { position: { write: '1/0/4', dpt: '5.001' }, stop: { write: '1/0/5', dpt: '1.017' } },
        },
        {
          type: 'shutter',
          name: 'Nord',
          points: {
            position: { write: '1/0/6', dpt: '5.001' },
            stop: { write: '1/0/7', dpt: '1.010', invert: true },
          },
        },
        { type: 'socket', name: 'Außensteckdose', points: { state: { write: '1/0/8', dpt: '1.001' } } },
        {
          type: 'blind',
          name: 'Ost',
          points: { position: { write: '1/0/9', dpt: '1.008' }, angle: { write: '1/0/10', dpt: '5.003' } },
        },
      ],
    ],
    [
      'a switch of a lamp that warns',
      [
        ['Warnlicht schalten', 'DPST-1-1'],
        ['Warnleuchte', 'DPST-1-1'],
      ],
      [
        { type: 'switch', name: 'Warnlicht', points: { state: { write: '1/0/0', dpt: '1.001' } } },
        { type: 'switch', name: 'Warnleuchte', points: { state: { write: '1/0/1', dpt: '1.001' } } },
      ],
    ],
    [
      'nothing where nobody can know, with the reason',
      [
        ['Szene Abend', 'DPST-17-1'],
        ['Uhrzeit', 'DPST-10-1'],
        ['Prozentwert', 'DPT-5'],
        ['Irgendwas', 'DPST-99-1'],
        ['Halle Sperre', 'DPST-1-1'],
        ['Lager Status', 'DPST-1-1'],
        ['Rätsel', 'DPST-5-1'],
        ['Reserve', ''],
        ['Alert - wind', 'DPST-1-1'],
        ['State - opened', 'DPST-1-2'],
        ['Uhr', 'DPT-10'],
        ['Setpoint step', 'DPST-1-7'],
        ['Windalarm', 'DPST-1-5'],
      ],
      [],
      {
        '1/0/0 Szene Abend': 'is about scenes of the bus; make a scene of the controller of its commands',
        '1/0/1 Uhrzeit': 'tells the time of day, which is no component',
        '1/0/2 Prozentwert': 'has only the main number 5 as its type; name the whole type in ETS',
        '1/0/3 Irgendwas': 'has the type 99.001, for which no component has a property',
        '1/0/4 Halle Sperre': 'locks, enables or warns by its name, which is no part of a component',
        '1/0/5 Lager Status': 'tells the state of something whose command was not found',
        '1/0/6 Rätsel': 'is a percentage of which its name does not say what of',
        '1/0/7 Reserve': 'has no datapoint type; give it one in ETS',
        '1/0/8 Alert - wind': 'locks, enables or warns by its name, which is no part of a component',
        '1/0/9 State - opened':
          'is one bit with the type 1.002, and its name does not say of what; give it the type of what it does in ETS',
        '1/0/10 Uhr': 'tells the time of day, which is no component',
        '1/0/12 Windalarm': 'locks, enables or warns by its name, which is no part of a component',
        '1/0/11 Setpoint step': 'is a stop or a step, and nothing was found that it would stop',
      },
    ],
  ];
  for (const [what, rows, components, why = {}] of cases) {
    test(`makes ${what}`, async () => {
      const proposal = await proposed({ addresses: named(...rows) });

      assert.deepEqual(shown(proposal), components);
      assert.deepEqual(left(proposal), why);
    });
  }
});
