// connections.mjs is copied into the application.
export declare function handle(request: Request): Promise<Response>;
