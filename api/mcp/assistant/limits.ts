/** Limits of what an assistant gets at once; the documentation prints them. */
export const LIMITS = {
  confirmationSeconds: { value: 5, unit: 's', means: 'time that a write waits for the device to confirm it' },
  sceneSeconds: { value: 600, unit: 's', means: 'time that scene_run waits for a scene whose progress it reports' },
  listed: { value: 100, unit: '', means: 'records of one answer of a tool; 20 unless it is said' },
  resourcesListed: { value: 200, unit: '', means: 'resources of one page of resources/list' },
  resourceBytes: { value: 524_288, unit: 'B', means: 'text of one resource; what has no room is left out and counted' },
  subscriptions: { value: 200, unit: '', means: 'resources that one session subscribes to, then an error' },
  noticeSeconds: {
    value: 1,
    unit: 's',
    means: 'time between two notifications about the same resource or list; what happens meanwhile is told together',
  },
  completions: { value: 100, unit: '', means: 'values of one completion; the answer says how many there are in all' },
  toolCallsUnderWay: { value: 16, unit: '', means: 'tools that one session runs at the same time, then an error' },
  failedRunsSeconds: {
    value: 30,
    unit: 's',
    means: 'time between two looks whether an automation has failed, for a session that asked for log messages',
  },
  messagesAtOnce: {
    value: 20,
    unit: '',
    means: 'log messages to one session within a second; the next second says how many were left out',
  },
} as const;
