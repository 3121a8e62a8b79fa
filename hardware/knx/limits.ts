/** Every limit of the KNX backend. Times of a tunnel and of routing are those of the standard unless a row says otherwise. */
export const LIMITS = {
  connectSeconds: {
    value: 1.5,
    unit: 's',
    means:
      'wait for a gateway to let us in, then the next one is tried; the standard allows 10, in which a gateway that is back would not be found in time',
  },
  lateSeconds: {
    value: 10,
    unit: 's',
    means: 'time in which a gateway that lets us in too late is told that it is not needed',
  },
  retryLeastSeconds: { value: 0.5, unit: 's', means: 'pause before the gateways are tried again' },
  retryMostSeconds: { value: 1.5, unit: 's', means: 'longest such pause; it grows from try to try' },
  steadySeconds: {
    value: 10,
    unit: 's',
    means: 'a link that held for this long is tried again without a longer pause',
  },
  heartbeatSeconds: {
    value: 5,
    unit: 's',
    means: 'a gateway is asked whether it is still there; the standard asks every 60',
  },
  heartbeatAnswerSeconds: { value: 2, unit: 's', means: 'wait for that answer; the standard waits 10' },
  heartbeatTries: { value: 4, unit: '', means: 'questions without an answer, then the link is down' },
  acknowledgeSeconds: { value: 1, unit: 's', means: 'wait for an acknowledgement, then the telegram is repeated once' },
  confirmSeconds: { value: 3, unit: 's', means: 'wait for the bus to confirm a telegram, then it has failed' },
  goodbyeSeconds: { value: 0.3, unit: 's', means: 'wait for a gateway to confirm that we leave' },
  telegramsWaiting: {
    value: 1_000,
    unit: '',
    means: 'group addresses with a write that waits for its turn; one more is refused',
  },
  routingPace: { value: 50, unit: '1/s', means: 'telegrams that one device may send to routers' },
  silenceSeconds: {
    value: 3,
    unit: 's',
    means: 'commands wait for so long while routers ask for silence, then they have failed; the standard does not say',
  },
  busyApartMilliseconds: { value: 10, unit: 'ms', means: 'routers that ask for silence closer together count as one' },
  busyChanceMilliseconds: {
    value: 50,
    unit: 'ms',
    means: 'longest time that chance adds to a silence, for each time that one was asked for',
  },
  busySlowMilliseconds: {
    value: 100,
    unit: 'ms',
    means: 'time after a silence, for each time that one was asked for, before these times begin to be forgotten',
  },
  busyFallMilliseconds: { value: 5, unit: 'ms', means: 'then one of them is forgotten after another' },
  busyTimesMost: { value: 100, unit: '', means: 'times that count; the standard does not say' },
  joinedSeconds: { value: 2, unit: 's', means: 'pause between two looks whether the network is still joined' },
  newsSeconds: { value: 60, unit: 's', means: 'least time between two lines of the log about the same trouble' },
  silentSeconds: { value: 60, unit: 's', means: 'a device that does not answer is asked again' },
  searchSeconds: { value: 3, unit: 's', means: 'wait for gateways that answer a search' },
  gatewaysFound: { value: 100, unit: '', means: 'gateways that one search lists' },
} as const;
