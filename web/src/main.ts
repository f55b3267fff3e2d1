// The words and the app come over the line side by side: the page itself asks for the app (see preloadApp in the build).
import { firstLanguage, loadWords } from './lib/words';

void loadWords(firstLanguage());
void import('./start');
