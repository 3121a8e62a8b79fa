import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { type Browser, chromium, type Page } from 'playwright-core';
import { makeCertificate } from '../controller/certificate.ts';
import { type Home, makeHome } from '../property-tests/bridge/bridge-process.ts';
import { type McpHouse, startMcpHouse } from '../property-tests/bridge/mcp-house.ts';
import { ControllersFile } from './controllers-file.ts';
import { SetupPage } from './setup-page.ts';

const TOKEN = 'secret-token';
const PROGRAM = process.env.CHROMIUM ?? '/usr/bin/chromium';
const skip = !existsSync(PROGRAM) && 'needs chromium (apt-get install chromium, or CHROMIUM names it)';

/** WCAG 2: how well two colours can be told apart. */
const contrast = (one: string, other: string): number => {
  const light = (colour: string) => {
    const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map((part) => {
      const share = Number(part) / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [lighter = 0, darker = 0] = [light(one), light(other)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
};

describe('a person at the setup page', { skip }, () => {
  let browser: Browser;
  let house: McpHouse;
  let home: Home;
  let setup: SetupPage;
  let page: Page;
  let complaints: string[];

  before(async () => {
    browser = await chromium.launch({
      executablePath: PROGRAM,
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
    });
  });
  after(() => browser.close());
  beforeEach(async () => {
    house = await startMcpHouse({ name: 'home' });
    home = makeHome({ controllers: [] });
    const chosen: string[] = [];
    setup = new SetupPage(
      new ControllersFile(home.file),
      () => chosen.at(-1),
      async (name) => chosen.push(name),
    );
    // Without scripts: the page needs none.
    page = await browser.newPage({ javaScriptEnabled: false });
    page.setDefaultTimeout(10_000);
    complaints = [];
    page.on('console', (message) => complaints.push(message.text()));
    await page.goto(await setup.open(29_100));
  });
  afterEach(async () => {
    await page.close();
    setup.close();
    await house.stop();
    home.remove();
  });

  const type = async (name: string, address: string, token: string) => {
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByLabel('Address').fill(address);
    await page.getByLabel('MCP token').fill(token);
    await page.getByRole('button', { name: 'Test and add' }).click();
  };

  test('adds a controller, is told, and never sees the token again', async () => {
    await type('home', house.address, TOKEN);

    await page.getByRole('status').getByText('“home” is added').waitFor();
    assert.equal(await page.getByRole('listitem').count(), 1);
    assert.ok(!(await page.content()).includes(TOKEN));
    assert.equal(home.json().controllers.length, 1);
    assert.deepEqual(complaints, []);
  });

  test('is told what is wrong, at the field that it is about, and keeps what was typed', async () => {
    await type('home', house.address, 'guessed');

    await page.getByRole('alert').getByText('refuses the token').waitFor();
    const token = page.getByLabel('MCP token');
    assert.equal(await token.getAttribute('aria-invalid'), 'true');
    assert.match((await token.getAttribute('aria-describedby')) ?? '', /^error /);
    assert.equal(await page.locator(':focus').getAttribute('id'), 'token');
    assert.equal(await page.getByLabel('Address').inputValue(), house.address);
    assert.ok(!(await page.content()).includes('guessed'));
  });

  test('compares a certificate before the token is sent', async () => {
    const certificate = makeCertificate();
    const office = await startMcpHouse({ name: 'office', tls: certificate });
    await type('office', office.address, TOKEN);

    await page.getByRole('heading', { name: 'Is this the certificate of “office”?' }).waitFor();
    assert.ok(await page.getByText(certificate.fingerprint).isVisible());
    assert.deepEqual(office.tokens, []);
    await page.getByRole('button', { name: /It is the same/ }).click();

    await page.getByRole('status').getByText('“office” is added').waitFor();
    assert.equal(home.json().controllers[0]?.fingerprint, certificate.fingerprint);
    await office.stop();
  });

  test('needs no mouse: adds, renames, selects and removes with the keyboard alone', async () => {
    const press = async (...keys: string[]) => {
      for (const key of keys)
        await (key.length > 1 && !/^[A-Z][a-z]+(\+\w+)?$/.test(key)
          ? page.keyboard.type(key)
          : page.keyboard.press(key));
    };
    const to = async (name: RegExp) => {
      for (let steps = 0; steps < 30; steps += 1) {
        await page.keyboard.press('Tab');
        if (
          name.test(
            (
              await page
                .locator(':focus')
                .innerText({ timeout: 300 })
                .catch(() => '')
            )
              .replace(/\s+/g, ' ')
              .trim(),
          )
        )
          return;
      }
      assert.fail(`the keyboard does not get to ${name}`);
    };
    home.write({ controllers: [{ name: 'shed', address: 'http://a/mcp', token: 't' }] });
    await page.reload();
    await to(/^Remove shed/);
    await press('Tab', 'home', 'Tab', house.address, 'Tab', TOKEN, 'Enter');
    await page.getByRole('status').getByText('“home” is added').waitFor();

    await to(/^Rename home/);
    await press('Enter', 'Tab', 'Control+A', 'villa', 'Enter');
    await page.getByRole('status').getByText('is now called “villa”').waitFor();
    await to(/^Select villa/);
    await press('Enter');
    await page.getByRole('status').getByText('“villa” is selected').waitFor();
    await to(/^Remove villa/);
    await press('Enter');
    await to(/^Remove villa for good/);
    await press('Enter');

    await page.getByRole('status').getByText('“villa” is removed').waitFor();
    assert.deepEqual(
      home.json().controllers.map(({ name }) => name),
      ['shed'],
    );
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`reads everything in a ${colorScheme} room, on a telephone's screen as well`, async () => {
      await type('home', house.address, TOKEN);
      await type('shed', house.address, 'guessed');
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width: 360, height: 740 });
      const scripted = await browser.newPage({ colorScheme, viewport: { width: 360, height: 740 } });
      await scripted.setContent(await page.content());
      await scripted.addStyleTag({ content: await (await fetch(`${new URL(page.url()).origin}/style.css`)).text() });

      const found =
        (await scripted.evaluate(`[...document.querySelectorAll('h1, h2, h3, p, label, button, summary, input, code, .mark')].map((element) => {
        let ground = element;
        while (getComputedStyle(ground).backgroundColor === 'rgba(0, 0, 0, 0)') ground = ground.parentElement;
        return [element.outerHTML.slice(0, 60), getComputedStyle(element).color, getComputedStyle(ground).backgroundColor];
      })`)) as [string, string, string][];

      assert.ok(found.length > 20);
      for (const [element, ink, ground] of found)
        assert.ok(contrast(ink, ground) >= 4.5, `${element} ${ink} on ${ground}`);
      const wide = await scripted.evaluate(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      );
      assert.ok(Number(wide) <= 0, `${wide} px too wide`);
      const { TWINHAUS_SCREENSHOTS: folder } = process.env;
      if (folder) await page.screenshot({ path: `${folder}/setup-${colorScheme}.png`, fullPage: true });
      await scripted.close();
    });
  }
});
