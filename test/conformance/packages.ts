import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from '../system/command.ts'

/** The judges of the protocol, as their authors publish them. They are large, so only this command installs them. */
const packages = {
  '@modelcontextprotocol/conformance': '0.2.0-alpha.12',
  '@modelcontextprotocol/inspector': '2.12.0',
  '@modelcontextprotocol/sdk': '1.32.2',
}

const folder = join(import.meta.dirname, '../../.outturn/conformance')

/** Installs the packages where they are not installed yet, without their scripts; returns the folder that they are in. */
export async function installJudges(): Promise<string> {
  const manifest = JSON.stringify({ private: true, dependencies: packages })
  const file = join(folder, 'package.json')
  if (existsSync(file) && readFileSync(file, 'utf8') === manifest) return folder
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'manifest.json'), manifest)
  const names = Object.entries(packages).map(([name, version]) => `${name}@${version}`)
  const options = ['--ignore-scripts', '--no-package-lock', '--no-save', '--no-audit', '--no-fund']
  // The settings of npm may stand in variables.
  const env = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== undefined))
  const args = ['install', '--prefix', folder, ...options, ...names]
  const { code, errors } = await runCommand('npm', args, env as Record<string, string>)
  if (code !== 0) throw new Error(`the judges could not be installed:\n${errors}`)
  writeFileSync(file, manifest)
  return folder
}
