// The operator's console in the browser.

import './console-app.ts'
