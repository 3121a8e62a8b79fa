import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Instant } from '../clock/clock.ts';
import { crossing, type Place, sunAt } from './sun.ts';

interface Almanac {
  readonly name: string;
  readonly place: Place;
  readonly year: number;
  /** Hours of the table's time zone behind UTC; no daylight saving time. */
  readonly behind: number;
  /** Day of the month, then sunrise and sunset of each month from January, as `0725 1701`. */
  readonly rows: string;
}

const degrees = (whole: number, minutes: number) => Math.sign(whole) * (Math.abs(whole) + minutes / 60);

/** Published by the Astronomical Applications Department of the U.S. Naval Observatory ("Rise and Set for the Sun"). */
const ALMANACS: readonly Almanac[] = [
  {
    name: 'San Francisco',
    place: { latitude: degrees(37, 46), longitude: degrees(-122, 26) },
    year: 2012,
    behind: 8,
    rows: `
01  0725 1701  0714 1733  0640 1804  0554 1833  0513 1901  0449 1926  0452 1935  0514 1918  0540 1838  0606 1752  0636 1710  0707 1651
08  0725 1708  0708 1741  0630 1811  0544 1840  0506 1907  0448 1930  0456 1934  0520 1910  0546 1827  0612 1741  0643 1704  0713 1651
15  0724 1714  0700 1748  0620 1818  0534 1846  0459 1913  0447 1933  0500 1931  0526 1902  0552 1817  0619 1732  0651 1658  0718 1652
22  0721 1722  0651 1756  0609 1824  0524 1852  0454 1919  0449 1935  0506 1926  0532 1852  0558 1806  0626 1722  0658 1654  0722 1655
29  0716 1730  0642 1803  0559 1830  0516 1859  0451 1924  0451 1936  0511 1921  0538 1842  0604 1755  0633 1714  0705 1651  0725 1700`,
  },
  {
    name: 'Buford, Georgia',
    place: { latitude: degrees(34, 7), longitude: degrees(-84, 0) },
    year: 2016,
    behind: 5,
    rows: `
01  0742 1737  0734 1806  0704 1833  0623 1857  0546 1920  0525 1943  0528 1952  0548 1937  0610 1901  0631 1819  0656 1743  0724 1726
08  0742 1743  0728 1813  0655 1839  0613 1903  0540 1926  0524 1946  0532 1950  0553 1930  0615 1852  0636 1810  0703 1737  0730 1727
15  0742 1749  0721 1819  0646 1844  0604 1908  0534 1931  0524 1949  0536 1948  0558 1922  0620 1842  0642 1801  0709 1732  0735 1728
22  0739 1756  0714 1826  0636 1850  0556 1913  0530 1936  0525 1951  0541 1944  0603 1914  0624 1832  0647 1753  0716 1729  0739 1731
29  0736 1803  0705 1832  0627 1855  0548 1919  0526 1941  0527 1952  0545 1939  0608 1905  0629 1822  0653 1745  0722 1727  0741 1736`,
  },
  {
    name: 'Fredonia, Arizona',
    place: { latitude: degrees(36, 57), longitude: degrees(-112, 31) },
    year: 2023,
    behind: 7,
    rows: `
01  0743 1724  0733 1755  0701 1824  0616 1852  0536 1919  0512 1944  0514 1954  0535 1937  0601 1859  0625 1814  0654 1733  0724 1714
08  0744 1730  0726 1803  0651 1831  0606 1859  0529 1925  0510 1948  0518 1952  0541 1930  0607 1848  0631 1803  0701 1726  0731 1713
15  0742 1737  0719 1810  0641 1837  0556 1905  0522 1931  0510 1951  0522 1949  0547 1922  0612 1838  0638 1754  0708 1721  0736 1715
22  0739 1744  0710 1817  0631 1844  0547 1911  0517 1937  0511 1953  0527 1945  0553 1913  0618 1827  0644 1744  0716 1716  0740 1717`,
  },
];

describe('the sun', () => {
  for (const { name, place, year, behind, rows } of ALMANACS) {
    test(`rises and sets over ${name} within a minute of what the almanac says, all year`, () => {
      let compared = 0;
      for (const row of rows.trim().split('\n')) {
        const day = Number(row.slice(0, 2));
        for (let month = 0; month < 12; month += 1) {
          const [rise, set] = row.slice(4 + month * 11, 13 + month * 11).split(' ');
          const noon = (Date.UTC(year, month, day, 12) + behind * 3_600_000) as Instant;
          for (const [event, time] of [
            ['sunrise', rise],
            ['sunset', set],
          ] as const) {
            const published = Date.UTC(year, month, day, Number(time?.slice(0, 2)) + behind, Number(time?.slice(2)));
            const computed = crossing(place, noon, event);
            // Published times are rounded to the minute.
            assert.ok(
              computed !== null && Math.abs(computed - published) <= 60_000,
              `${event} of ${year}-${month + 1}-${day}: ${computed && new Date(computed).toISOString()}, published ${new Date(published).toISOString()}`,
            );
            compared += 1;
          }
        }
      }
      assert.ok(compared >= 90, `${compared} times compared`);
    });
  }

  test('stays up over the North Cape in June and down in December', () => {
    const cape = { latitude: 71.17, longitude: 25.78 };

    assert.equal(crossing(cape, Date.UTC(2026, 5, 21, 10) as Instant, 'sunset'), null);
    assert.equal(crossing(cape, Date.UTC(2026, 11, 21, 10) as Instant, 'sunrise'), null);
    assert.ok(sunAt(cape, Date.UTC(2026, 5, 21, 22) as Instant).elevation > 0);
    assert.ok(sunAt(cape, Date.UTC(2026, 11, 21, 10) as Instant).elevation < 0);
  });

  test('stands in the zenith over the equator at noon of an equinox', () => {
    const height = sunAt({ latitude: 0, longitude: 0 }, Date.UTC(2026, 2, 20, 12, 7) as Instant).elevation;

    assert.ok(height > 89, `${height}°`);
  });
});
