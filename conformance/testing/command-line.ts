import { type ParseArgsConfig, parseArgs } from 'node:util';

type Options = NonNullable<ParseArgsConfig['options']>;

/** Ends with what is wrong, in one line, and status 2. */
export type Wrong = (message: string) => never;

/** What was typed to one of the suite's own programs. `--help` ends with the text that explains it. */
export const commandLine = <const O extends Options, const P extends boolean>(
  name: string,
  help: string,
  config: { readonly options: O; readonly allowPositionals: P },
) => {
  const wrong: Wrong = (message) => {
    process.stderr.write(`${name}: ${message.replace(/\s*\n\s*/g, ' ')} (--help explains)\n`);
    return process.exit(2);
  };
  const typed = understood(config, wrong);
  if ((typed.values as { help?: boolean }).help) {
    process.stdout.write(help);
    return process.exit(0);
  }
  return { ...typed, wrong, whole: (option: string, text: string | undefined) => whole(option, text, wrong) };
};

const understood = <const C extends ParseArgsConfig>(config: C, wrong: Wrong) => {
  try {
    return parseArgs(config);
  } catch (error) {
    return wrong((error as Error).message);
  }
};

const whole = (option: string, text: string | undefined, wrong: Wrong): number => {
  if (text === undefined || !/^[1-9]\d{0,5}$/.test(text)) {
    return wrong(`${option} needs a number from 1 on: ${option} 100`);
  }
  return Number(text);
};
