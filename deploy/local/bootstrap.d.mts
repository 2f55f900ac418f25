/** Installs pnpm into a folder of the project, unless it is there, and returns its path. */
export function installPnpm(): Promise<string>
