import { installAsStranger } from './stranger.ts'
import { installTools } from './tools.ts'

export async function setup(): Promise<void> {
  await installTools()
  await installAsStranger()
}
