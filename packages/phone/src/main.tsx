import './global.css';
import { render } from 'preact';
import { App } from './app.jsx';

const root = document.getElementById('root');
if (root) render(<App />, root);

// Without it the page works as well, but not without a network.
navigator.serviceWorker?.register('/phone/sw.js', { scope: '/phone/' }).catch(() => {});
