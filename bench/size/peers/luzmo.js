// The page has <luzmo-embed-dashboard>, with the token that its server wrote into it.
import '@luzmo/embed';
