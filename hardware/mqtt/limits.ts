/** The limits of the MQTT backend; the documentation prints them. */
export const LIMITS = {
  payloadBytes: { value: 262_144, unit: 'B', means: 'largest payload that is looked at; larger ones are left alone' },
  documentBytes: {
    value: 8_388_608,
    unit: 'B',
    means: 'largest description of devices, such as bridge/devices, that is looked at',
  },
  packetBytes: { value: 16_777_216, unit: 'B', means: 'largest packet of a broker, then the connection is given up' },
  complaints: { value: 100, unit: '', means: 'points of which it is said in an hour that a payload did not fit' },
  linkLines: { value: 20, unit: '', means: 'lines in an hour about a connection that comes and goes' },
  connectSeconds: {
    value: 10,
    unit: 's',
    means: 'time for a broker to accept a connection and the subscriptions, then it is tried again',
  },
  retrySeconds: { value: 2, unit: 's', means: 'time between two attempts to reach a broker' },
  keepaliveSeconds: {
    value: 5,
    unit: 's',
    means: 'time between two signs of life, unless the configuration says otherwise',
  },
  commandSeconds: {
    value: 5,
    unit: 's',
    means: 'time for the network to take a command, then the connection is given up and the command has failed',
  },
  commandsUnderWay: { value: 500, unit: '', means: 'commands that the network has not taken yet; more fail at once' },
  subscribeTopics: { value: 100, unit: '', means: 'topics that are asked for, or left, with one packet' },
  rollCallSeconds: {
    value: 5,
    unit: 's',
    means:
      'time after a connection within which a broker tells what it has kept of descriptions; what is not told is gone',
  },
  questions: { value: 2_000, unit: '', means: 'questions to devices that wait to be sent; more are not asked' },
  questionMilliseconds: { value: 200, unit: 'ms', means: 'time between two questions to devices' },
  sameQuestionSeconds: { value: 10, unit: 's', means: 'time before a device is asked the same again on a connection' },
  farewellSeconds: { value: 1, unit: 's', means: 'time for the last message of a backend that is closed' },
} as const;
