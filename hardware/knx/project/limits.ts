/** Every limit of reading a project file of ETS: whoever wrote it may mean harm, or may have a broken disk. */
export const LIMITS = {
  projectFileBytes: { value: 268_435_456, unit: 'B', means: 'largest project file that is read' },
  projectEntries: { value: 50_000, unit: '', means: 'files inside a project file' },
  projectPartBytes: {
    value: 268_435_456,
    unit: 'B',
    means: 'largest file inside a project file, unpacked, that is read',
  },
  projectTotalBytes: {
    value: 1_073_741_824,
    unit: 'B',
    means: 'everything that is unpacked of a project file',
  },
  projectDepth: { value: 100, unit: '', means: 'elements inside one another' },
  projectAddresses: { value: 200_000, unit: '', means: 'group addresses of a project' },
  projectParts: { value: 200_000, unit: '', means: 'building parts and functions of a project' },
  projectObjects: { value: 1_000_000, unit: '', means: 'group objects that are linked to group addresses' },
} as const;
