import { Routes, Route } from "react-router-dom";

import { SessionProvider } from "./session";
import { Home } from "./pages/Home";
import { Orders } from "./pages/Orders";
import { NotFound } from "./pages/NotFound";

export function App() {
  return (
    <SessionProvider>
      <Routes>
        <Route path="/" element={<Home />} />
        <Route path="/orders" element={<Orders />} />
        <Route path="*" element={<NotFound />} />
      </Routes>
    </SessionProvider>
  );
}

export default App;
