/** `DPST-9-1 DPT-1`, as ETS writes datapoint types, as `9.001` and `1`; what is neither is left out. */
export const datapointTypes = (written: string): readonly string[] => {
  const types = written.split(/\s+/).flatMap((word) => {
    const [, main, sub] = /^DPS?T-(\d{1,3})(?:-(\d{1,4}))?$/.exec(word) ?? [];
    if (main === undefined) return [];
    return [sub === undefined ? String(Number(main)) : `${Number(main)}.${String(Number(sub)).padStart(3, '0')}`];
  });
  return [...new Set(types)];
};
