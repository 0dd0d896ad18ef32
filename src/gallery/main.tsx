import { createRoot } from 'react-dom/client'
import '../styles.css'
import { Meteors } from '../ui/meteors'
import { applyStoredTheme } from '../ui/theme'
import { Toasts } from '../ui/toasts'
import { Controls } from './controls'
import { States } from './states'

applyStoredTheme()
const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')

/** Every component in every state, for development only: `npm run dev`, then open /src/gallery/index.html. */
createRoot(root).render(
  <main className="mx-auto flex max-w-3xl flex-col gap-6 px-4 py-8">
    <Meteors />
    <h1 className="text-3xl font-bold">Components</h1>
    <Controls />
    <States />
    <Toasts />
  </main>,
)
