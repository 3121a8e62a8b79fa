import { chmodSync } from 'node:fs';
import { Assistant } from './assistant.ts';
import { ControllersFile } from './controllers-file.ts';
import { LIMITS } from './limits.ts';
import { log } from './log.ts';
import { openBrowser } from './open-browser.ts';
import { SetupPage } from './setup-page.ts';

/** Runs the bridge for the assistant on standard input and output until it goes, or until a signal. */
export const runBridge = async (): Promise<void> => {
  const file = new ControllersFile();
  let page: SetupPage | undefined;
  const openSetup = async () => {
    page ??= new SetupPage(
      file,
      () => assistant.selection.selected?.name,
      (name) => assistant.selection.select(name),
    );
    const address = await page.open();
    return { address, opened: show(address) };
  };
  const assistant = new Assistant(file, openSetup);
  const unwatch = file.watch(() => assistant.selection.reload());
  const end = endOnce(async () => {
    unwatch();
    page?.close();
    await assistant.close();
  });
  keepPrivate(file);
  await assistant.start(end);
  const { selected, fault } = assistant.selection;
  if (selected === undefined && fault === undefined) {
    await openSetup().catch((error: Error) => log(error.message));
  }
};

/** Shows the setup page until a signal. Throws a `FileFault` for a file that has to be mended first. */
export const runSetup = async (): Promise<void> => {
  const file = new ControllersFile();
  file.read();
  keepPrivate(file);
  const page = new SetupPage(
    file,
    () => undefined,
    (name) =>
      file.change((draft) => {
        draft.selected = name;
      }),
  );
  endOnce(async () => page.close());
  show(await page.open());
};

const show = (address: string): boolean => {
  log(`the setup page is at ${address}`);
  return openBrowser(address);
};

/** Tokens are nobody else's business. */
const keepPrivate = (file: ControllersFile): void => {
  try {
    if (!file.isOpenToOthers()) return;
    chmodSync(file.path, 0o600);
    log(`${file.path} could be read by others on this computer; that is mended`);
  } catch (error) {
    log(`${file.path} can be read by others on this computer: ${(error as Error).message}`);
  }
};

/** A function that ends the program in good order, and in time whatever happens; signals call it as well. */
const endOnce = (close: () => Promise<void>): (() => void) => {
  let ending = false;
  const end = () => {
    if (ending) return;
    ending = true;
    setTimeout(() => process.exit(0), LIMITS.endSeconds.value * 1_000).unref();
    close().then(
      () => process.exit(0),
      () => process.exit(0),
    );
  };
  process.on('SIGINT', end).on('SIGTERM', end).on('SIGHUP', end);
  return end;
};
