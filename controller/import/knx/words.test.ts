import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { saysBothWays, speaksOf, speaksOfDoor, subjectOf, tellsStatus, wordsOf } from './words.ts';

describe('words of a name', () => {
  test('are apart by signs, and by capitals in the middle', () => {
    assert.deepEqual(wordsOf('Bad OG - Licht Ein/Aus'), ['bad', 'og', 'licht', 'ein', 'aus']);
    assert.deepEqual(wordsOf('posRunStatus'), ['pos', 'run', 'status']);
    assert.deepEqual(wordsOf('CO2 kWh LED'), ['co2', 'kwh', 'led']);
    assert.deepEqual(wordsOf('LD_WZ_E/A'), ['ld', 'wz', 'ein', 'aus']);
    assert.deepEqual(wordsOf('Spot E/A, UHE/AB'), ['spot', 'ein', 'aus', 'uhe', 'ab']);
  });

  test('tell that something is a status, in German at the end as well', () => {
    for (const name of [
      'Status',
      'Licht RM',
      'Schaltstatus',
      'Lichtstatus',
      'runStatus',
      'Istposition',
      'STATE%',
      'Lampe état',
    ]) {
      assert.ok(tellsStatus(wordsOf(name)), name);
    }
    for (const name of ['Licht', 'Stephan', 'Istanbul', 'Sollposition', 'Stiege']) {
      assert.ok(!tellsStatus(wordsOf(name)), name);
    }
  });

  test('leave what a name is about without those of the purpose', () => {
    for (const [name, subject] of [
      ['Licht Bad schalten', 'Licht Bad'],
      ['Lichtstatus Küche', 'Licht Küche'],
      ['Küche Schaltstatus', 'Küche'],
      ['Küche Positionsstatus', 'Küche'],
      ['Fenster Istposition', 'Fenster'],
      ['Fenster Sollposition', 'Fenster'],
      ['Shutter.Elena.2.POS', 'Shutter Elena 2'],
      ['HaloSpotLeft.A.ON/OFF', 'HaloSpotLeft A'],
      ['doorStatus', 'door'],
      ['Decke E/A', 'Decke'],
      ['Rollladen Bewegen', 'Rollladen'],
      ['Raffstore Lamellenstellung', 'Raffstore'],
    ] as const) {
      assert.equal(subjectOf(name), subject);
    }
  });

  test('speak of what short stems mean as a whole only, of long ones anywhere', () => {
    assert.ok(speaksOf(['ein'], ['ein']));
    assert.ok(!speaksOf(['eingang', 'onkel', 'upper'], ['ein', 'on', 'up']));
    assert.ok(speaksOf(['dimmer'], ['dimm']));
    assert.ok(!speaksOf(['verbrauch'], ['rauch']));
    assert.ok(speaksOf(['außensteckdose'], ['steckdose']));
  });

  test('name both ways, or a door', () => {
    for (const name of ['Auf/Ab', 'UP/DOWN', 'aufab', 'Rollo hoch - runter'])
      assert.ok(saysBothWays(wordsOf(name)), name);
    for (const name of ['Licht auf Balkon', 'Up', 'Down light', 'Ab auf'])
      assert.ok(!saysBothWays(wordsOf(name)), name);
    for (const name of ['Haustür', 'Terrassentuer', 'Door 1']) assert.ok(speaksOfDoor(wordsOf(name)), name);
    for (const name of ['Outdoor', 'Fenster']) assert.ok(!speaksOfDoor(wordsOf(name)), name);
  });
});
