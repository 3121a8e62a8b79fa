/** The library for containers, loaded when somebody asks for it: without a daemon nobody does. */
export const containers = () => import('testcontainers');

/** Rejects if no daemon answers. */
export const getContainerRuntimeClient = async () => (await containers()).getContainerRuntimeClient();
