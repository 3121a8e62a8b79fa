import { must, section, type Transport, unseen } from './requirement.ts';

const NOT_SHOWN = 'The specification does not show the name of the tool.';
const BRIDGE: readonly Transport[] = ['bridge'];

/** The stdio bridge for several controllers, as its client sees it. */
export const BRIDGE_RULES = section('The bridge', {
  'bridge.stdio': must(BRIDGE, 'It answers initialize over standard input and output.'),
  'bridge.passes-tools': must(BRIDGE, 'It passes through the tools of the selected controller.'),
  'bridge.passes-calls': must(BRIDGE, 'A tool called through it answers as at the controller.'),
  'bridge.passes-resources': must(BRIDGE, 'It passes through the resources of the selected controller.'),
  'bridge.passes-prompts': must(BRIDGE, 'It passes through the prompts of the selected controller.'),
  'bridge.switches': unseen('It switches between controllers on request.', NOT_SHOWN),
  'bridge.setup-page': unseen(
    'It opens a setup page on port 18900 or the next free one, for its own computer only.',
    'Would open a browser page on the machine of whoever runs the suite.',
  ),
  'bridge.file': unseen(
    'It keeps its controllers in a file of its user, tokens in plain text.',
    'The suite must not touch that file.',
  ),
  'bridge.runtime': unseen('It needs a JavaScript runtime of version 18 or later.', 'The suite runs on one version.'),
});
