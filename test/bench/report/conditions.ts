import { cpus, loadavg } from 'node:os'

/** Where and when something is measured, and how busy the machine is before: the first line of what is pasted into a page. */
export function describeConditions(now = new Date()): string {
  const model = cpus()[0]?.model ?? 'an unknown processor'
  const [load = 0] = loadavg()
  return `${now.toISOString().slice(0, 10)}, ${cpus().length} cores of ${model}, Node ${process.versions.node}, load average ${load.toFixed(1)} before`
}
