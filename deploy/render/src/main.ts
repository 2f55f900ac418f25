// `npm run render:deployment`: writes nats.conf, roles.sql and docker-compose.yml anew from the model of the deployment (deploy/model).
import { writeFile } from 'node:fs/promises'
import { renderedFiles } from './rendered-files.ts'

for (const { file, render } of renderedFiles) await writeFile(file, render())
