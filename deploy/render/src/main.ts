// `npm run render:deployment`: writes nats.conf, roles.sql, docker-compose.yml and the files of deploy/monitoring anew.
import { writeFile } from 'node:fs/promises'
import { renderedFiles } from './rendered-files.ts'

for (const { file, render } of renderedFiles) await writeFile(file, render())
