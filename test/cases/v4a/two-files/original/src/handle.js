export function handle(request, response) {
  if (request.url === '/health') {
    response.end('ok');
    return;
  }
  response.statusCode = 404;
  response.end();
}
