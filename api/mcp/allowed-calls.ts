/**
 * What MCP may ask of the controller: everything else is refused, whatever a tool asks for. Users can be read and nothing more;
 * passwords, tokens, webhooks (their addresses carry secrets), remote access and whatever comes later are left to the
 * configuration interface (specification, "MCP endpoint").
 */
export const ALLOWED_CALLS: ReadonlySet<string> = new Set([
  'getVersion',
  'getAllComponents',
  'getComponentData',
  'getComponentHistory',
  'componentUpdate',
  'setComponent',
  'getScenes',
  'executeScene',
  'stopScene',
  'captureScene',
  'addScene',
  'setScene',
  'removeScene',
  'getRooms',
  'addRoom',
  'setRoom',
  'removeRoom',
  'getZones',
  'addZone',
  'setZone',
  'removeZone',
  'getAutomations',
  'addAutomation',
  'setAutomation',
  'removeAutomation',
  'runAutomation',
  'getAutomationRuns',
  'getSkills',
  'setSkill',
  'getUsers',
  'getAudit',
]);
