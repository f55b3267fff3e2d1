import { mount } from 'svelte';
import App from './App.svelte';
import './app.css';
import { startRouting } from './lib/route.svelte';
import { startSettings } from './lib/settings.svelte';
import { startQueue } from './lib/tables.svelte';

startRouting();
startQueue();
await startSettings();

const target = document.getElementById('app');
if (target === null) throw new Error('index.html has no element with the id app');
mount(App, { target });

// Only a page from https or localhost may keep itself for offline use. It waits until the keys can be tapped.
const CALM_MS = 1500;
if ('serviceWorker' in navigator && import.meta.env.PROD)
  setTimeout(() => void navigator.serviceWorker.register('/sw.js'), CALM_MS);
