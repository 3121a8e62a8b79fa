/** A row of a table, with the line of the file on which it begins. */
export interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/**
 * Reads comma-separated values as spreadsheets write them (RFC 4180): cells may stand in quotes, between which everything is text. The
 * separator is the one of `,`, `;` and tab that the first line has most of, or the one that Excel's line `sep=;` names. Answers a sentence
 * for a quote that is never closed.
 */
export const readCsv = (text: string): readonly CsvRow[] | string => {
  const [, named, rest] = /^sep=(.)\r?\n([\s\S]*)$/.exec(text) ?? [];
  const separator = named ?? separatorOf(text);
  const content = rest ?? text;
  const rows: CsvRow[] = [];
  let line = named === undefined ? 1 : 2;
  let row: { line: number; cells: string[] } = { line, cells: [] };
  let cell = '';
  let isQuoted = false;
  let openedAt = 0;
  const endCell = (): void => {
    row.cells.push(cell.trim());
    cell = '';
  };
  const endRow = (): void => {
    endCell();
    if (row.cells.some((each) => each !== '')) rows.push(row);
    row = { line: line + 1, cells: [] };
  };
  for (let at = 0; at < content.length; at += 1) {
    const letter = content[at] ?? '';
    if (isQuoted) {
      if (letter === '"' && content[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else if (letter === '"') isQuoted = false;
      else cell += letter;
    } else if (letter === '"' && cell.trim() === '') {
      isQuoted = true;
      openedAt = line;
      cell = '';
    } else if (letter === separator) endCell();
    else if (letter === '\n') endRow();
    else if (letter !== '\r') cell += letter;
    if (letter === '\n') line += 1;
  }
  if (isQuoted) return `${openedAt}: a quote is opened and never closed`;
  endRow();
  return rows;
};

const separatorOf = (text: string): string => {
  const first = text.slice(0, text.search(/[\r\n]|$/));
  const count = (separator: string): number => first.split(separator).length;
  return [';', '\t', ','].reduce((best, each) => (count(each) > count(best) ? each : best));
};
