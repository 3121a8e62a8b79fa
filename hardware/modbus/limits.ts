/** Every limit of a Modbus line. */
export const LIMITS = {
  questionsWaiting: {
    value: 1_000,
    unit: '',
    means: 'commands, and readings, that wait for one line; further ones are refused',
  },
  registersAtOnce: { value: 125, unit: '', means: 'registers that are read in one transaction' },
  bitsAtOnce: { value: 2_000, unit: '', means: 'coils or discrete inputs that are read in one transaction' },
  registerGap: { value: 8, unit: '', means: 'registers that nobody asked for between two that are read together' },
  bitGap: { value: 64, unit: '', means: 'bits that nobody asked for between two that are read together' },
  bytesKept: { value: 520, unit: 'B', means: 'received bytes that are kept until they are an answer' },
  silencesOfUnit: { value: 3, unit: '', means: 'unanswered requests in a row, then a device is not reachable' },
  silencesOfLine: { value: 3, unit: '', means: 'unanswered requests in a row over TCP, then it is connected anew' },
  probeSeconds: { value: 10, unit: 's', means: 'time between two requests to a device that is not reachable' },
  connectSeconds: { value: 5, unit: 's', means: 'time for a connection to be made' },
  reconnectSeconds: { value: 5, unit: 's', means: 'longest time between two attempts to connect' },
  babbleSeconds: {
    value: 10,
    unit: 's',
    means: 'time that a line may talk without being asked, then it is opened anew',
  },
  sunspecModels: { value: 64, unit: '', means: 'SunSpec models that are looked through on one device' },
  sunspecSeconds: { value: 30, unit: 's', means: 'time between two attempts to find the SunSpec models of a device' },
} as const;
