import { SaxesParser } from 'saxes';
import type { Archive } from './archive.ts';
import { LIMITS } from './limits.ts';
import { ProjectFault } from './project-fault.ts';

/** An element as it is entered: its attributes without their namespaces. */
export interface Element {
  readonly name: string;
  /** Namespace of the element. */
  readonly namespace: string;
  /** The text of an attribute; empty if it is not there. */
  text(attribute: string): string;
}

export interface ElementListener {
  enter(element: Element): void;
  leave(name: string): void;
  /** Whether it needs nothing more of the file; left out, it needs all. */
  isDone?(): boolean;
}

/** Reads a file of an archive as XML, element by element and as far as it is needed; never the whole of it at once. Throws a `ProjectFault` that names line and column. */
export const readElements = async (archive: Archive, name: string, listener: ElementListener): Promise<void> => {
  const parser = new SaxesParser({ xmlns: true, position: true, fileName: name });
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let depth = 0;
  parser.on('error', ({ message }) => {
    throw new ProjectFault(`is damaged: ${message}; export the project once more`);
  });
  parser.on('opentag', ({ local, uri, attributes }) => {
    depth += 1;
    if (depth > LIMITS.projectDepth.value)
      throw new ProjectFault(`has too many elements inside one another in ${name}`);
    listener.enter({
      name: local,
      namespace: uri,
      text: (attribute) => (Object.hasOwn(attributes, attribute) ? (attributes[attribute]?.value ?? '') : ''),
    });
  });
  parser.on('closetag', ({ local }) => {
    depth -= 1;
    listener.leave(local);
  });
  const decode = (piece?: Uint8Array): string => {
    try {
      return piece === undefined ? decoder.decode() : decoder.decode(piece, { stream: true });
    } catch {
      throw new ProjectFault(`is damaged: ${name} is no UTF-8; export the project once more`);
    }
  };
  await archive.read(name, (piece) => {
    parser.write(decode(piece));
    return listener.isDone?.() ? 'enough' : undefined;
  });
  if (listener.isDone?.()) return;
  parser.write(decode());
  parser.close();
};
