/// <reference types="vite/client" />

interface ImportMetaEnv {
  readonly VITE_KNOWLEDGE_BASE_URL: string;
  readonly VITE_BRAIN_ID: string;
}
