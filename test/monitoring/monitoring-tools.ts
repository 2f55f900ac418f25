import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fetchDebianPackages } from '../engine/debian-tools.ts'
import { repository } from '../gates/run-program.ts'

/** Programs of Prometheus and Alertmanager, as Debian 12 packages them. */
export type MonitoringTools = {
  readonly prometheus: string
  readonly promtool: string
  readonly alertmanager: string
  readonly amtool: string
  /** What lies in /usr/share where they are installed. */
  readonly share: string
}

/** Fetches the programs at first and unpacks them; nothing is installed and no daemon starts. */
export async function monitoringTools(): Promise<MonitoringTools> {
  const folder = join(repository, '.outturn/tools/monitoring')
  if (!existsSync(join(folder, 'usr/bin/promtool'))) {
    await fetchDebianPackages(folder, ['prometheus', 'prometheus-alertmanager'])
  }
  const program = (name: string) => join(folder, 'usr/bin', name)
  return {
    prometheus: program('prometheus'),
    promtool: program('promtool'),
    alertmanager: program('prometheus-alertmanager'),
    amtool: program('amtool'),
    share: join(folder, 'usr/share'),
  }
}
