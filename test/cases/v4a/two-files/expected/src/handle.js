export function handle(request, response) {
  if (request.url === '/health') {
    response.end(`ok ${Math.round(process.uptime())}`);
    return;
  }
  response.statusCode = 404;
  response.end();
}
