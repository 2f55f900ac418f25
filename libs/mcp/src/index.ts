export type { ApiAnswer, ApiRequest, Caller, SendRequest } from './calls/api.ts'
export { createToolServer, type ToolServerOptions } from './tool-server.ts'
export { readToolChoice, type ToolChoice } from './tools/offered-tools.ts'
export { toolsets } from './tools/tool.ts'
