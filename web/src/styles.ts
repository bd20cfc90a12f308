/** All styles, in the order in which they hold: the library's, then ours. */
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './app.css';
