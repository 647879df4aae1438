"""HTTP and WebSockets: requests, origins, the files of the page. Knows all other rooms."""
