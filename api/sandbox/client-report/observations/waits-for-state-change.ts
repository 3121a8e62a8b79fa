import { type Finding, finding, type Observation } from '../observation.ts';

/** Specification, "Socket.io connection", rule 1. */
export const waitsForStateChange: Observation = {
  id: 'waits-for-state-change',
  means: 'It logs in over Socket.io only after the controller has sent `stateChange`.',
  how: 'Connect over Socket.io; `{"provoke": "late-state-change"}` lets the next connection wait a second for it, which finds clients that rely on being slow.',
  find(sights) {
    const findings: Finding[] = [];
    const asked = new Set<number>();
    for (const sight of sights) {
      if (sight.kind === 'asked') asked.add(sight.client.connection);
      if (sight.kind === 'lost') {
        findings.push(
          finding(false, sight.at, sight.client, `${sight.call} came before it could be answered, and is lost.`),
        );
      }
      if (sight.kind !== 'answered' || sight.call.name !== 'auth' || sight.client.connection === undefined) continue;
      if (asked.delete(sight.client.connection)) {
        findings.push(finding(true, sight.at, sight.client, 'auth came after stateChange.'));
      }
    }
    return findings;
  },
};
