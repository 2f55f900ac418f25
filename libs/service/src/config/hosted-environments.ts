import { type Environment, environments } from '@outturn/vocabulary'

/** Which environments `ENVIRONMENTS` names, for reading the settings that depend on it; all of them while it is unset or wrong. */
export function hostedEnvironments(text: string | undefined): readonly Environment[] {
  const words = (text || environments.join(',')).split(',').map((word) => word.trim())
  const hosted = environments.filter((environment) => words.includes(environment))
  return hosted.length === 0 ? environments : hosted
}
